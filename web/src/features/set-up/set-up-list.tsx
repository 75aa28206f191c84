import { Box, Button, Group } from '@mantine/core';
import { trackingPath } from '@muneem/contract/clicks';
import { dismissSetUp, type SetUpState, type SetUpStep } from '@muneem/contract/set-up';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { copy } from './set-up.copy.ts';
import { setUpTestsQuery } from './set-up.queries.ts';
import classes from './set-up.module.css';

/** Lists the steps of a new installation. Each step leads to its field, or names its setting. */
export function SetUpList({ steps, offerId }: SetUpState) {
  const tests = useQuery(setUpTestsQuery()).data;
  const rows = steps.map(({ step, isDone }) => {
    const problem = tests?.problems.find((failed) => failed.step === step)?.problem;
    const isReached = step === 'public_address' && tests !== undefined;
    return { step, isDone: (isDone || isReached) && problem === undefined, problem };
  });
  return (
    <section className={classes['setUp']} aria-labelledby="set-up-title">
      <Group justify="space-between" mb="0.5rem">
        <Group gap="0.75rem">
          <h2 id="set-up-title">{copy.title}</h2>
          <Box component="span" c="dimmed">
            {copy.progress(rows.filter(({ isDone }) => isDone).length, rows.length)}
          </Box>
        </Group>
        <Button variant="subtle" size="compact-sm" onClick={() => void dismiss()}>
          {copy.dismiss}
        </Button>
      </Group>
      <ul className={classes['steps']}>
        {rows.map((row) => (
          <Step key={row.step} {...row} offerId={offerId} />
        ))}
      </ul>
    </section>
  );
}

interface StepProps {
  readonly step: SetUpStep;
  readonly isDone: boolean;
  readonly problem: string | undefined;
  readonly offerId: string | null;
}

function Step({ step, isDone, problem, offerId }: StepProps) {
  const words: { readonly title: string; readonly todo: string; readonly action?: string } = copy.steps[step];
  const link = linkOf(step, offerId);
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={classes['step']} data-done={isDone || undefined}>
      <Icon size={18} role="img" aria-label={isDone ? copy.done : copy.open} />
      <div>
        <h3>{words.title}</h3>
        {!isDone && <p>{problem === undefined ? words.todo : `${words.todo} ${problem}`}</p>}
        {!isDone && step === 'first_offer' && offerId !== null && (
          <a href={trackingPath(offerId)} target="_blank" rel="noreferrer">
            {words.action}
          </a>
        )}
        {!isDone && link && <Link {...link}>{link.to === '/add-offer' ? copy.create : words.action}</Link>}
      </div>
    </li>
  );
}

function linkOf(step: SetUpStep, offerId: string | null): Pick<LinkProps, 'to' | 'params' | 'hash'> | undefined {
  switch (step) {
    case 'payout_key':
      return { to: '/settings', hash: 'bulkpe-api-key' };
    case 'first_offer':
      return offerId === null ? { to: '/add-offer' } : undefined;
    case 'first_postback':
      return offerId === null ? { to: '/add-offer' } : { to: '/postback-urls/$id', params: { id: offerId } };
    case 'second_admin':
      return { to: '/admins' };
    case 'mail':
    case 'public_address':
    case 'app_key':
    case 'backup':
      return undefined;
  }
}

const dismiss = (): Promise<boolean> =>
  dialogs.confirm({
    title: copy.dismissTitle,
    text: copy.dismissText,
    verb: copy.dismiss,
    run: async () => {
      await api(dismissSetUp, {});
      await queryClient.invalidateQueries({ queryKey: ['stats'] });
    },
    failure: copy.dismissFailed,
  });
