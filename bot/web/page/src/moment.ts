// A moment goes to the server as seconds since 1970, and is shown in the browser's own zone.

export function fromLocal(local: string): string {
  if (local === "") return "";
  const at = new Date(local).getTime();
  return Number.isNaN(at) ? local : String(Math.floor(at / 1000));
}

export function toLocal(text: string): string {
  if (text === "") return "";
  const at = /^-?\d+$/.test(text) ? new Date(Number(text) * 1000) : new Date(text);
  if (Number.isNaN(at.getTime())) return "";
  const part = (n: number, width = 2) => String(n).padStart(width, "0");
  const day = `${part(at.getFullYear(), 4)}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
  return `${day}T${part(at.getHours())}:${part(at.getMinutes())}:${part(at.getSeconds())}`;
}
