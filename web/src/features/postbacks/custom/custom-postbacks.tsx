import { rights } from '@muneem/contract/rights';
import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { may } from '#lib/may.ts';
import { formatCount } from '#lib/format.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { oneOf, text, useUrlState } from '#lib/url-state.ts';
import { Note } from '#ui/display/index.ts';
import { FilterSelect, optionsOf } from '#ui/fields/index.ts';
import { Section } from '#ui/layout/index.ts';
import { EmptyByFilter, EmptyState, ErrorLine, Loaded, SkeletonBox } from '#ui/states/index.ts';
import { customPostbacksQuery } from '../postbacks.queries.ts';
import { companyGroups, STATES } from './company-groups.ts';
import { copy } from './custom-postbacks.copy.ts';
import classes from './custom-postbacks.module.css';
import { MacroHelp } from './macro-help.tsx';
import { deletePostback, setStatus } from './postback-actions.ts';
import { PostbackCard } from './postback-card.tsx';
import { NEW_POSTBACK, PostbackFormModal } from './postback-form-modal.tsx';
import { TestResultModal } from './test-result-modal.tsx';
import { useTestPostback } from './use-test-postback.ts';

const URL_STATE = { postback: text(), company: text(), state: oneOf(STATES, 'all') };

const LOADING = (
  <div className={classes['cards']}>
    <SkeletonBox height={260} />
    <SkeletonBox height={260} />
  </div>
);

/** The custom postbacks, grouped by company (document 001 §2). */
export function CustomPostbacks({ offerId }: { readonly offerId: string }) {
  const [{ postback: open, company, state }, setUrl] = useUrlState(URL_STATE);
  const query = useQuery(customPostbacksQuery(offerId));
  const { data } = query;
  const test = useTestPostback();
  const close = useCallback(() => setUrl({ postback: '' }, { closes: true }), [setUrl]);
  const add = () => setUrl({ postback: NEW_POSTBACK });
  const mayChange = may(rights.changePostbacks);
  useShortcuts(mayChange ? [{ key: 'n', label: copy.add, group: copy.title, run: add }] : []);

  const all = data?.postbacks ?? [];
  const groups = companyGroups(all, { company, state });
  const shown = groups.reduce((sum, { postbacks }) => sum + postbacks.length, 0);
  const card = (postback: CustomPostback) => (
    <PostbackCard
      key={postback._id}
      postback={postback}
      isTesting={test.isRunning && test.postback?._id === postback._id}
      onTest={test.run}
      onStatus={(one, status) => setStatus(offerId, one, status)}
      onDelete={(one) => void deletePostback(one)}
    />
  );
  const addButton = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      {copy.add}
    </Button>
  );

  return (
    <>
      <Section
        title={copy.title}
        actions={
          <>
            {all.length > 0 && (
              <Filters companies={data?.companies ?? []} company={company} state={state} onChange={setUrl} />
            )}
            {/* An empty list has the button in its middle. */}
            {(data === undefined || all.length > 0) && addButton}
          </>
        }
      >
        {data && <ErrorLine text={copy.failed} query={query} />}
        <Loaded query={query} failed={copy.failed} loading={LOADING}>
          {() =>
            all.length === 0 ? (
              <EmptyState title={copy.empty} text={copy.emptyText} action={addButton} />
            ) : shown === 0 ? (
              <EmptyByFilter title={copy.noMatch} onClear={() => setUrl({ company: '', state: 'all' })} />
            ) : (
              <Groups groups={groups} shown={shown} all={all.length} card={card} />
            )
          }
        </Loaded>
      </Section>
      <MacroHelp />
      {open !== '' && <PostbackFormModal offerId={offerId} id={open} onClose={close} onTest={test.run} />}
      <TestResultModal test={test} onActivate={(postback) => void setStatus(offerId, postback, 'active')} />
    </>
  );
}

interface FiltersProps {
  readonly companies: readonly string[];
  readonly company: string;
  readonly state: (typeof STATES)[number];
  readonly onChange: (change: { readonly company?: string; readonly state?: (typeof STATES)[number] }) => void;
}

function Filters({ companies, company, state, onChange }: FiltersProps) {
  return (
    <>
      <FilterSelect
        aria-label={copy.company}
        maw="14rem"
        value={company}
        data={[{ value: '', label: copy.allCompanies }, ...companies]}
        onChange={(name) => onChange({ company: name })}
      />
      <FilterSelect
        aria-label={copy.status}
        value={state}
        data={optionsOf({ all: copy.allStatuses, ...copy.statuses, paused: copy.paused })}
        onChange={(next) => onChange({ state: next })}
      />
    </>
  );
}

interface GroupsProps {
  readonly groups: ReturnType<typeof companyGroups>;
  readonly shown: number;
  readonly all: number;
  readonly card: (postback: CustomPostback) => ReactNode;
}

function Groups({ groups, shown, all, card }: GroupsProps) {
  return (
    <>
      <Note mb="xs" role="status">
        {copy.shown(formatCount(shown), copy.postbacks(all, formatCount(all)))}
      </Note>
      <div className={classes['groups']}>
        {groups.map(({ name, postbacks }) => (
          <section
            key={name}
            aria-label={name}
            className={classes['companyGroup']}
            data-several={postbacks.length > 1 || undefined}
          >
            <h3>
              {name} <span>{copy.postbacks(postbacks.length, formatCount(postbacks.length))}</span>
            </h3>
            <ul className={classes['cards']}>{postbacks.map(card)}</ul>
          </section>
        ))}
      </div>
    </>
  );
}
