import { rights } from '@muneem/contract/rights';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '#lib/may.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import { PageHeader, Section } from '#ui/layout/index.ts';
import { copy } from './evidence.copy.ts';
import classes from './evidence.module.css';
import { ExplainForm, ExplainLogged } from './explain.tsx';
import { OwedReversals } from './owed-reversals.tsx';

const CLICK_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const URL_STATE = { explain: text() };

/** The start page for questions about a click or a postback. */
function EvidenceScreen() {
  const [{ explain }, setUrl] = useUrlState(URL_STATE);
  return (
    <>
      <PageHeader text={copy.lead} />
      <Section title={copy.find.title}>
        <FindClick />
      </Section>
      <Section title={copy.explain.title}>
        {explain === '' ? <ExplainForm /> : <ExplainLogged id={explain} onOther={() => setUrl({ explain: '' })} />}
      </Section>
      {may(rights.seeOwedCoins) && <OwedReversals />}
    </>
  );
}

function FindClick() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      className={classes['find']}
      onSubmit={(event) => {
        event.preventDefault();
        const id = typed.trim();
        setInvalid(!CLICK_ID.test(id));
        if (CLICK_ID.test(id)) void navigate({ to: '/clicks/$id', params: { id: id.toUpperCase() } });
      }}
    >
      <TextInput
        label={copy.find.label}
        placeholder={copy.find.placeholder}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        maxLength={64}
        error={isInvalid ? copy.find.invalid : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{copy.find.verb}</Button>
    </form>
  );
}

export { EvidenceScreen as component };
export { screenQueries as queries } from './evidence.queries.ts';
