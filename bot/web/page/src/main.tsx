import { render } from "preact";
import { App } from "./App";
import "./page.css";

const root = document.getElementById("form");
if (root !== null) render(<App />, root);
