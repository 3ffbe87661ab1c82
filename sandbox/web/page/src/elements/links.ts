/** An address that may be opened; undefined for any other than the web's and mail's. */
export function safeLink(address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  return ["http:", "https:", "mailto:"].includes(new URL(address).protocol) ? address : undefined;
}

/** Opens an address in another window, which can't reach back into this one. */
export const openLink = (address: string): void => {
  window.open(address, "_blank", "noopener,noreferrer");
};
