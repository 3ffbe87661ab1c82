import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { wear } from "./look";
import { mirror } from "./mirror";
import "./styles/base.css";

wear();
mirror.start();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
