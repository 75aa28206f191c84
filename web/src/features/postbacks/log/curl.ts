interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

/** Quotes text for a POSIX shell, so that no character has a special meaning. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf({ method, url, headers = {}, body }: Call): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', quote(method)]),
    quote(url),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]),
    ...(body === null || body === undefined || body === '' ? [] : ['--data-raw', quote(body)]),
  ].join(' ');
}
