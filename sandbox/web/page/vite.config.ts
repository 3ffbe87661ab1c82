import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Names without a hash: the built page is in the repository, where a change should read as one.
// The server tells browsers to ask anew each time.
export default defineConfig({
  plugins: [react()],
  base: "/sandbox/web/",
  build: {
    outDir: process.env.SIGNOFF_PAGE_OUT ?? "../static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000, // what all of it may weigh is held by a test
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // light-dark(), in parts of the page too
    assetsInlineLimit: 0, // the page's rules allow no data: addresses
    rolldownOptions: {
      output: {
        entryFileNames: "page.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
  // `npm run dev` against a local Slack that runs at its usual port.
  server: { proxy: { "/sandbox": "http://127.0.0.1:8800", "/files": "http://127.0.0.1:8800" } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    pool: "threads",
    setupFiles: "src/patience.ts",
    testTimeout: 20_000,
  },
});
