import { isSafe } from "../text/address";

/** An address that may be opened; undefined for any other than the web's and mail's. */
export const safeLink = (address: unknown): string | undefined =>
  typeof address === "string" && isSafe(address) ? address : undefined;

/** Opens an address in another window, which can't reach back into this one. */
export const openLink = (address: string): void => {
  window.open(address, "_blank", "noopener,noreferrer");
};
