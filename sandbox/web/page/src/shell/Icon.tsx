// The page's own few pictures: lines in the colour of the text around them, never read aloud.

import type { ReactNode } from "react";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  down: "M12 5v14M6 13l6 6 6-6",
  dots: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  smile: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M8.5 14.2c1.8 2.6 5.2 2.6 7 0M9 9.5v.01M15 9.5v.01",
  reply: "M4 5h16v11H11l-4.5 4v-4H4zM8 9h8M8 12h5",
  pencil: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM14 6.5l3.5 3.5",
  bin: "M4 7h16M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5",
  eye: "M2.5 12C6 5.5 18 5.5 21.5 12C18 18.5 6 18.5 2.5 12M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10",
  system: "M3.5 5h17v11h-17zM8.5 20h7M12 16v4",
  pulse: "M2.5 12.5h4.5l2.5-7 4.5 13 2.5-6h5",
  window: "M13 4h7v7M20 4l-9 9M10 5H5v14h14v-5",
  gallery: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  hash: "M9 4L7.5 20M16.5 4L15 20M4.5 9h16M3.5 15h16",
  shared: "M4 8.5h14M14 4.5l4 4-4 4M20 15.5H6M10 11.5l-4 4 4 4",
  people:
    "M9 5.5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M3 19c0-7 12-7 12 0M16 6a3 3 0 0 1 0 5.6M17.5 14c2.5.6 3.5 2.4 3.5 5",
  home: "M4 11.5L12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10",
  spark: "M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z",
  plus: "M12 5v14M5 12h14",
  bolt: "M13 3L5 13.5h6L10.5 21L19 10.5h-6.5z",
  archive: "M3.5 5h17v4h-17zM5 9v10.5h14V9M10 13h4",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "dots" ? 3.2 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
