import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { kindOfName } from '../postbacks/index.ts';
import { clickIdParamProblem, NETWORK_LIMITS as LIMITS } from './network-rules.ts';

const PARAM_NAME = /^[A-Za-z0-9_.-]*$/;

/** Returns the message for a name that cannot be the parameter with the status. */
function statusParamProblem(name: string): string | undefined {
  if (!PARAM_NAME.test(name)) return 'Use only letters, numbers, underscores, hyphens and dots';
  if (kindOfName(name) === 'visitor') return `Visitors choose the value of “${name}”. Use another name.`;
  return undefined;
}

const paramName = (problem: (name: string) => string | undefined) =>
  z._default(
    trimmed(
      z.maxLength(LIMITS.paramName, `Use at most ${LIMITS.paramName} characters`),
      z.refine((name) => problem(name) === undefined, { error: ({ input }) => problem(String(input)) ?? '' }),
    ),
    '',
  );

const values = () =>
  z._default(
    z
      .array(
        trimmed(
          z.minLength(1, 'Enter a value'),
          z.maxLength(LIMITS.statusValue, `Use at most ${LIMITS.statusValue} characters`),
        ),
      )
      .check(
        z.overwrite((texts) => [...new Set(texts.map((text) => text.toLowerCase()))]),
        z.maxLength(LIMITS.statusValues, `Use at most ${LIMITS.statusValues} values`),
      ),
    [],
  );

export const STATUS_MEANINGS = ['approve', 'pending', 'reverse'] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

/** The words of a network's postbacks. Everything that it does not name is read by the general rules. */
export const networkDialect = z
  .object({
    /** A further name of the click id, for the network's offers. Empty: none. */
    clickIdParam: paramName((name) => (name === '' ? undefined : clickIdParamProblem(name))),
    /** The parameter with the status. Empty: none. */
    statusParam: paramName(statusParamProblem),
    /** Values of that parameter, without case. */
    approve: values(),
    pending: values(),
    reverse: values(),
  })
  .check(
    z.refine((dialect) => dialect.statusParam !== '' || STATUS_MEANINGS.every((name) => dialect[name].length === 0), {
      path: ['statusParam'],
      error: 'Name the parameter with these values',
    }),
    z.refine(({ approve, pending }) => !pending.some((value) => approve.includes(value)), {
      path: ['pending'],
      error: 'A value has one meaning',
    }),
    z.refine(({ approve, pending, reverse }) => !reverse.some((value) => [...approve, ...pending].includes(value)), {
      path: ['reverse'],
      error: 'A value has one meaning',
    }),
  );
export type NetworkDialect = z.infer<typeof networkDialect>;
