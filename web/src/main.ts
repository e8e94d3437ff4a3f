import "./style/fonts.css";
import "./style/paper.css";
import { mount } from "svelte";
import App from "./app/App.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it only the pages without a connection are missing.
  addEventListener("load", () => void navigator.serviceWorker.register("/offline.js").catch(() => undefined));
}
