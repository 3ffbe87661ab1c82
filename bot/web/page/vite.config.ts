import { defineConfig } from "vite";

declare const process: { env: Record<string, string | undefined> };

// Names without a hash: the built page is in the repository, where a change should read as one.
export default defineConfig({
  base: "/forms/page/",
  build: {
    outDir: process.env.SIGNOFF_PAGE_OUT ?? "../static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // light-dark()
    assetsInlineLimit: 0, // the page's rules allow no data: addresses
    rolldownOptions: {
      output: {
        entryFileNames: "page.js",
        chunkFileNames: "[name].js",
        assetFileNames: "page[extname]",
      },
    },
  },
});
