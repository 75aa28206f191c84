import swc from '@swc/core';

/** Replaces a value in a title that is only known when the test runs: `${name}`, `%s`, `$name`. */
const BLANK = '…';

/** Calls that name a test, a group or a step, including `.each` and `.for`. */
const NAMING = /^(?:test|it|describe|test\.describe|test\.step)(?:\.(?:each|for))?$/;
const PLACEHOLDER = /%(?:[sdifjoOc#$]|(?=%))|\$\{[^}]*\}|\$[A-Za-z_][\w.]*/g;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * The titles of a test file: the first argument of each call of test, it, describe or test.step, written there or in a
 * constant of the file, and of `.each` and `.for` one for each row. Data and comments are not titles.
 */
export function testTitles(path: string, content: string): string[] {
  const options = { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' } as const;
  const nodes = [...every(swc.parseSync(content, options))];
  const constants = new Map<string, Node>();
  for (const { type, id, init } of nodes)
    if (type === 'VariableDeclarator' && isNode(id) && typeof id['value'] === 'string' && isNode(init))
      constants.set(id['value'], bare(init));
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !NAMING.test(nameOf(node))) return [];
    const title = textOf(firstOf(node), constants);
    if (title === undefined) return [];
    const table = node['callee'] as Node;
    const rows = table.type === 'CallExpression' ? elementsOf(firstOf(table), constants) : [];
    return rows.length === 0
      ? [title.replaceAll(PLACEHOLDER, BLANK)]
      : rows.map((row) => filled(title, row, constants));
  });
}

/**
 * Whether a document that says this means the title: its pieces stand in it as whole words, one behind the other. A remark
 * in brackets and what an ellipsis leaves out are no part of it; who says nothing else means no title.
 */
export function isSaid(title: string, said: string): boolean {
  const whole = words(title);
  const pieces = said
    .replaceAll(/\([^()]*\)/g, BLANK)
    .replaceAll(PLACEHOLDER, BLANK)
    .split(BLANK)
    .map(words)
    .filter((piece) => piece.trim() !== '');
  let from = 0;
  return (
    pieces.length > 0 &&
    pieces.every((piece) => {
      const at = whole.indexOf(piece, from);
      from = at + piece.length - 1;
      return at !== -1;
    })
  );
}

/** Small, one blank around each: neither signs nor quotes are compared. */
const words = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* every(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const inner of Object.values(value)) yield* every(inner);
}

/** `test.step` of the call `test.step(…)`, `test.each` of `test.each(rows)(…)`. */
function nameOf({ type, callee, object, property, value }: Node): string {
  if (type === 'Identifier') return String(value);
  if (type === 'CallExpression') return nameOf(callee as Node);
  return type === 'MemberExpression' ? `${nameOf(object as Node)}.${nameOf(property as Node)}` : '';
}

const firstOf = (call: Node): Node | undefined =>
  (call['arguments'] as readonly { readonly expression: Node }[])[0]?.expression;

/** An expression without `as const` and the like. */
const bare = (node: Node): Node => (node.type.startsWith('Ts') ? bare(node['expression'] as Node) : node);

const valueOf = (node: Node | undefined, constants: ReadonlyMap<string, Node>): Node | undefined =>
  node?.type === 'Identifier' ? constants.get(String(node['value'])) : node && bare(node);

function textOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): string | undefined {
  const value = valueOf(node, constants);
  if (value?.type === 'StringLiteral') return String(value['value']);
  if (value?.type !== 'TemplateLiteral') return undefined;
  return (value['quasis'] as readonly { readonly cooked: string }[]).map(({ cooked }) => cooked).join(BLANK);
}

function elementsOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): Node[] {
  const value = valueOf(node, constants);
  if (value?.type !== 'ArrayExpression') return [];
  return (value['elements'] as readonly ({ readonly expression: Node } | null)[]).flatMap(
    (element) => element?.expression ?? [],
  );
}

/** A title of a table with the texts of one row in their places. */
function filled(title: string, row: Node, constants: ReadonlyMap<string, Node>): string {
  const cells = row.type === 'ArrayExpression' ? elementsOf(row, constants) : [row];
  let at = 0;
  return title.replaceAll(PLACEHOLDER, () => textOf(cells[at++], constants) ?? BLANK);
}
