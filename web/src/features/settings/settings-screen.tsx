import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordHistory } from '#features/record-history/index.ts';
import { PageHeader, Section } from '#ui/layout/index.ts';
import { ErrorState, SkeletonLines } from '#ui/states/index.ts';
import { SettingsForm } from './settings-form.tsx';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';
import { settingsQuery } from './settings.queries.ts';

/** The global settings, saved with an emailed code (document 001 §2). */
export function SettingsScreen() {
  // A refresh does not reset the form. Only its own save does.
  const [saves, setSaves] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(settingsQuery());
  return (
    <>
      <PageHeader />
      {data ? (
        <>
          <SettingsForm key={saves} loaded={data} onSaved={() => setSaves(saves + 1)} />
          <div className={classes['history']}>
            <RecordHistory type="settings" id="settings" />
          </div>
        </>
      ) : error ? (
        <ErrorState text={copy.loadFailed} error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Section title={copy.sections.postbacks}>
          <SkeletonLines count={10} />
        </Section>
      )}
    </>
  );
}

export { screenQueries } from './settings.queries.ts';
