const TOKENS = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Says whether an object of this valid JSON text names a key twice. `JSON.parse` would silently keep the last one, which
 * may not be the one that the network meant.
 */
export function hasRepeatedKey(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1) as Set<string>;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
