const isTerminal = process.stdout.isTTY;

export const say = (text: string): void => console.log(text);

/** Prints a counter in one line of a terminal. Without a terminal it prints one line at the end. */
export function counter(label: string, total: number): (done: number) => void {
  return (done) => {
    if (isTerminal) process.stdout.write(`\r  ${label}: ${done} of ${total}${done === total ? '\n' : ''}`);
    else if (done === total) say(`  ${label}: ${total}`);
  };
}

/** Prints lines in a frame. `['', '']` is an empty line. */
export function box(title: string, lines: readonly (readonly [name: string, value: string])[]): string {
  const nameWidth = Math.max(...lines.map(([name]) => name.length));
  const texts = lines.map(([name, value]) => `${name.padEnd(nameWidth)}   ${value}`.trimEnd());
  const width = Math.max(title.length, ...texts.map((text) => text.length));
  const rule = '─'.repeat(width + 4);
  return [`┌${rule}┐`, ...[title, '', ...texts].map((text) => `│  ${text.padEnd(width)}  │`), `└${rule}┘`].join('\n');
}
