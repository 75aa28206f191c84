import { startSite, type Handler } from '@muneem/sandbox/web-kit';

/** Several accounts of a provider behind one address. As at the provider, the key selects the account's book. */
export async function startAccountSwitch() {
  const accounts = new Map<string, { url: string; knownAs: string }>();
  const forward: Handler = async ({ method, text, headers, raw }) => {
    const account = accounts.get(String(headers.authorization).replace('Bearer ', ''));
    if (!account)
      return { json: { status: false, statusCode: 401, message: "You Don't Have Access", data: {} }, status: 401 };
    // If the provider disconnects, the site does too.
    const answer = await fetch(`${account.url}${raw.req.url}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.knownAs}` },
      ...(method === 'GET' ? {} : { body: text }),
    });
    return { text: await answer.text(), status: answer.status, type: 'application/json' };
  };
  const { url, close } = await startSite({ 'GET /*': forward, 'POST /*': forward });
  return {
    url,
    /** Routes calls with `key` to the book at this URL, which knows the key as `knownAs`. */
    open: (key: string, book: string, knownAs: string) => void accounts.set(key, { url: book, knownAs }),
    close,
  };
}
