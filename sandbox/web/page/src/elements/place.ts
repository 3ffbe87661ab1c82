// Where interactive elements stand, and what they can do there.

import { createContext, useContext } from "react";
import type { Answer } from "../api";
import type { Block, Entry, Obj } from "../types";

/** An element of Block Kit, as Slack keeps it. */
export type ElementJson = Obj & { type: string; action_id?: string };

/** What an offer of an external select holds. */
export type Offer = { options?: Obj[]; option_groups?: Obj[]; trouble?: string };

/** A message, a modal or a Home tab, for the elements in it. */
export type Place = {
  /** Distinguishes this place's fields from those of all others on the page. */
  key: string;
  surface: "message" | "modal" | "home";
  /** Presses a button, or tells of a choice where the app is to hear of it. */
  press?(block: Block, element: ElementJson, value?: unknown): Promise<Answer>;
  /** Asks the app for the options of an external select. */
  suggest?(block: Block, element: ElementJson, typed: string): Promise<Offer>;
  /** What the server holds of an element, until something is entered; undefined: what it begins with. */
  entry?(block: Block, element: ElementJson): Entry | undefined;
  /** Hears that something was entered, in a modal. */
  enter?(block: Block, element: ElementJson, entry: Entry): void;
  /** What the app said is wrong with a block's input. */
  error?(block: Block): string | undefined;
};

const PlaceContext = createContext<Place>({ key: "", surface: "message" });

export const PlaceProvider = PlaceContext.Provider;
/** Where the element stands; without any, pressing does nothing. */
export const usePlace = (): Place => useContext(PlaceContext);
