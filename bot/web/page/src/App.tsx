import { useEffect, useState } from "preact/hooks";
import { Refused, start } from "./api";
import { Form } from "./Form";
import type { Came, View } from "./types";

type State =
  | { at: "loading" }
  | { at: "form"; view: View }
  | { at: "sent"; came: Came }
  | { at: "over"; words: string };

export function App() {
  const [state, setState] = useState<State>({ at: "loading" });

  useEffect(() => {
    start()
      .then((view) => setState({ at: "form", view }))
      .catch((error: unknown) => setState({ at: "over", words: wordsOf(error) }));
  }, []);

  switch (state.at) {
    case "loading":
      return <p role="status">Loading the form…</p>;
    case "form":
      return <Form first={state.view} onSent={(came) => setState({ at: "sent", came })} />;
    case "sent":
      return <Closing title={state.came.title} words={state.came.words} />;
    case "over":
      return <Closing title="This form can’t be sent" words={state.words} />;
  }
}

/** A last word; whoever can’t see it hears it, as its title takes the focus. */
function Closing({ title, words }: { title: string; words: string }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <section aria-live="polite">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h1>
      <p>{words}</p>
    </section>
  );
}

export function wordsOf(error: unknown): string {
  return error instanceof Refused
    ? error.message
    : "Something broke on this page. Nothing was sent.";
}
