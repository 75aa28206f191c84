import { parseAst, type ESTree, type Plugin } from 'vite';

/** The schemas of a route. The server parses requests and answers, and the browser trusts it. */
const SCHEMAS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'answer']);
/** Top-level statements that do nothing when the module loads. */
const INERT = /^(Import|ExportNamed|ExportAll|Function|Class|TSTypeAlias|TSInterface)/;
const PURE = '/* @__PURE__ */ ';

/**
 * Drops every schema that no form uses. Otherwise each visit would load all schemas before the first row. It reads the
 * syntax tree, and fails the build at a form that it does not know.
 */
export const bareContract = (): Plugin => ({
  name: 'bare-contract',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: /contract\/src\/.*\.ts$/ }, handler: (code) => withoutSchemas(code) },
});

/** @throws Error for a route that is no plain object, and for a statement that acts when the module loads */
export function withoutSchemas(code: string): string {
  const { body } = parseAst(code, { lang: 'ts' });
  const edits: [start: number, end: number, replacement: string][] = [];
  const refuse = ({ start, end }: ESTree.Node): never => {
    const line = code.slice(0, start).split('\n').length;
    throw new Error(`bare-contract.ts cannot read line ${line}: ${code.slice(start, Math.min(end, start + 80))}`);
  };
  const constants = body.flatMap((statement) => {
    const declared = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement;
    if (declared.type === 'VariableDeclaration') return declared.declarations;
    return INERT.test(declared.type) ? [] : refuse(declared);
  });
  /** The objects that routes spread: `const exportRoute = { method: 'GET', … }`. */
  const spread = new Set<ESTree.Node>();

  const dropSchemas = (node: ESTree.Node): void => {
    const { properties, end } = objectOf(node) ?? refuse(node);
    for (const [index, property] of properties.entries()) {
      if (property.type === 'SpreadElement') {
        spread.add(constants.find(({ id }) => nameOf(id) === nameOf(property.argument))?.init ?? refuse(property));
      } else if (SCHEMAS.has(nameOf(property.key) ?? refuse(property)))
        edits.push([property.start, properties[index + 1]?.start ?? end - 1, '']);
      // A schema under a new name would stay.
      else if (callsIn(property.value).length > 0) refuse(property);
    }
  };
  const inits = constants.flatMap(({ init }) => init ?? []);
  const routes = body.flatMap((statement) => callsIn(statement, 'also in functions')).filter(isRoute);
  for (const route of routes) {
    if (!inits.includes(route)) refuse(route);
    edits.push([route.start, route.start, PURE]);
    dropSchemas(route.arguments[0] ?? route);
  }
  for (const shared of spread) dropSchemas(shared);
  for (const init of inits)
    // A function expression in place of this call would be inlined before unused code is dropped.
    if (!isRoute(init) && !spread.has(init) && callsIn(init).length > 0)
      edits.push([init.start, init.start, `${PURE}Reflect.apply(() => (`], [init.end, init.end, '), null, [])']);
  return edits
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end), code);
}

const nameOf = (node: ESTree.Node): string | undefined => (node.type === 'Identifier' ? node.name : undefined);

const isRoute = (node: ESTree.Node): node is ESTree.CallExpression =>
  node.type === 'CallExpression' && nameOf(node.callee) === 'defineRoute';

function objectOf(node: ESTree.Node | null): ESTree.ObjectExpression | undefined {
  if (node?.type === 'TSAsExpression') return objectOf(node.expression);
  return node?.type === 'ObjectExpression' ? node : undefined;
}

/** The calls that run when the module loads, or all calls. */
function callsIn(node: ESTree.Node, where?: 'also in functions'): ESTree.Node[] {
  if (where === undefined && /Function/.test(node.type)) return [];
  const inside = Object.values(node)
    .flat()
    .filter((part): part is ESTree.Node => typeof part === 'object' && part !== null && 'type' in part)
    .flatMap((part) => callsIn(part, where));
  return /^(Call|New|TaggedTemplate)Expression$/.test(node.type) ? [node, ...inside] : inside;
}
