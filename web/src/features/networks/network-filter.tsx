import { NO_NETWORK } from '@muneem/contract/networks';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '#ui/fields/index.ts';
import { copy } from './networks.copy.ts';
import { networkChoicesQuery } from './networks.queries.ts';

interface NetworkFilterProps {
  /** A network's id, `none`, or empty for all. */
  readonly value: string;
  readonly onChange: (network: string) => void;
}

/** The filter of a list by network. Hidden while there is no network. */
export function NetworkFilter({ value, onChange }: NetworkFilterProps) {
  const { data } = useQuery(networkChoicesQuery);
  const networks = data?.networks ?? [];
  if (networks.length === 0 && value === '') return null;
  return (
    <FilterSelect
      aria-label={copy.choice.label}
      maw="14rem"
      value={value}
      data={[
        { value: '', label: copy.choice.all },
        ...networks.map(({ _id, name, isArchived }) => ({
          value: _id,
          label: isArchived ? copy.choice.archived(name) : name,
        })),
        { value: NO_NETWORK, label: copy.choice.without },
      ]}
      onChange={onChange}
    />
  );
}
