import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RecordHistory } from '#features/audit/index.ts';
import { PageHeader, Section } from '#ui/layout/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { SettingsForm } from './settings-form.tsx';
import { copy } from './settings.copy.ts';
import { settingsQuery } from './settings.queries.ts';

const LOADING = (
  <Box maw="60rem">
    <Section title={copy.sections.postbacks}>
      <SkeletonLines count={10} />
    </Section>
  </Box>
);

/** The global settings, saved with an emailed code (document 001 §2). */
function SettingsScreen() {
  // A refresh does not reset the form. Only its own save does.
  const [saves, setSaves] = useState(0);
  const query = useQuery(settingsQuery());
  return (
    <>
      <PageHeader />
      <Loaded query={query} failed={copy.failed} loading={LOADING}>
        {(settings) => (
          <>
            <FocusLinkedField />
            <SettingsForm key={saves} loaded={settings} onSaved={() => setSaves(saves + 1)} />
            <Box maw="60rem" mt="lg">
              <RecordHistory type="settings" id="settings" />
            </Box>
          </>
        )}
      </Loaded>
    </>
  );
}

/** A link can name the field that it is about: `/settings#bulkpe-api-key`. */
function FocusLinkedField() {
  useEffect(() => document.getElementById(location.hash.slice(1))?.focus(), []);
  return null;
}

export { SettingsScreen as component };
export { screenQueries as queries } from './settings.queries.ts';
