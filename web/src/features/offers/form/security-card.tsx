import { OFFER_FIELDS, REWARD_LIMITS } from '@muneem/contract/offers';
import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core';
import { Section } from '#ui/layout/index.ts';
import { rewardLimitOf } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';

export const SecurityCard = offerFormCard(
  ['type', 'rewardLimit', 'ipWhitelistSwitch', 'ipWhitelist', 'ipBlock'],
  function SecurityCard({ form }) {
    const words = copy.security;
    const { ipWhitelistSwitch, ipBlock } = form.values;
    return (
      <Section title={copy.cards.security}>
        <Stack gap="sm">
          <NativeSelect
            label={OFFER_FIELDS.rewardLimit.label}
            description={words.rewardLimitHint}
            data={REWARD_LIMITS.map((value) => ({ value, label: words.rewardLimits[value] }))}
            {...form.getInputProps('rewardLimit')}
            value={rewardLimitOf(form.values)}
          />
          <Switch
            label={OFFER_FIELDS.ipWhitelistSwitch.label}
            description={words.whitelistHint}
            checked={ipWhitelistSwitch === 'active'}
            onChange={(event) =>
              form.setFieldValue('ipWhitelistSwitch', event.currentTarget.checked ? 'active' : 'inactive')
            }
          />
          <Textarea
            label={OFFER_FIELDS.ipWhitelist.label}
            description={words.whitelistEntryHint}
            placeholder={words.whitelistPlaceholder}
            rows={2}
            {...form.getInputProps('ipWhitelist')}
          />
          <Switch
            label={OFFER_FIELDS.ipBlock.label}
            description={words.blockHint}
            checked={ipBlock === 'active'}
            onChange={(event) => form.setFieldValue('ipBlock', event.currentTarget.checked ? 'active' : 'inactive')}
          />
        </Stack>
      </Section>
    );
  },
);
