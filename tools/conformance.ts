import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { readSources } from './sources.ts';
import { count, type StepReport } from './step-report.ts';

const COVERS = /^\s*\/\/ covers (.+)$/;

interface Sentences {
  /** By id. `000-` and `001-` are sentences of the specification, `own-` are our own promises. */
  readonly sentences: Readonly<Record<string, string>>;
  /** By id: a command or a decision record that is the proof, if no test is. */
  readonly evidence: Readonly<Record<string, string>>;
}

type References = ReadonlyMap<string, readonly string[]>;

/** Reports each sentence without a test or evidence, and each test that covers an unknown sentence. */
export async function checkConformance(root: string): Promise<StepReport> {
  const { sentences, evidence } = await readSentences(root);
  const references = await findReferences(root);
  return {
    counted: count(Object.keys(sentences).length, 'sentence'),
    problems: [
      ...Object.entries(sentences)
        .filter(([id]) => !(id in evidence) && !references.has(id))
        .map(([id, text]) => `${id} has no test: ${text}`),
      ...[...references]
        .filter(([id]) => !(id in sentences))
        .map(([id, [reference]]) => `${reference}: no sentence ${id}`),
    ],
  };
}

const readSentences = async (root: string): Promise<Sentences> =>
  JSON.parse(await readFile(join(root, 'docs', 'conformance.json'), 'utf8')) as Sentences;

/** `file:line` of every `// covers <id> …`, by id. The comment is directly above the test or step. */
async function findReferences(root: string): Promise<References> {
  const references = new Map<string, string[]>();
  for (const { file, text } of await readSources(root, '{test,spec}.{ts,tsx}')) {
    for (const [at, line] of text.split('\n').entries())
      for (const id of COVERS.exec(line)?.[1]?.split(' ') ?? [])
        references.set(id, [...(references.get(id) ?? []), `${file}:${at + 1}`]);
  }
  return references;
}

// `npm run conformance -- 001-8` prints the sentences whose id begins with that text.
if (import.meta.main) {
  const references = await findReferences(ROOT);
  const { sentences, evidence } = await readSentences(ROOT);
  for (const [id, text] of Object.entries(sentences))
    if (id.startsWith(process.argv[2] ?? '')) {
      console.log(`${id}  ${text}`);
      for (const reference of references.get(id) ?? [evidence[id]]) console.log(`    ${reference}`);
    }
}
