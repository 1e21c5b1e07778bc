// Texts in the hash of the address, so that a link carries them and no server sees them.

async function pipe(data: BlobPart, through: ReadableWritablePair<any, any>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(through)).arrayBuffer());
}

/** Return texts as a compressed word of letters, digits, `-` and `_`. */
export async function pack(texts: Record<string, string>): Promise<string> {
  const bytes = await pipe(JSON.stringify(texts), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the texts that `pack` has packed, or null for anything else. */
export async function unpack(word: string): Promise<Record<string, string> | null> {
  try {
    const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await pipe(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const texts: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof texts !== "object" || texts === null || !Object.values(texts).every((text) => typeof text === "string")) return null;
    return texts as Record<string, string>;
  } catch {
    return null;
  }
}
