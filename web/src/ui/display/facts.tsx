import type { ReactNode } from 'react';
import { NOTHING } from '#lib/format.ts';
import classes from './facts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes['heading']}>{title}</h3>
      {children}
    </section>
  );
}

export const Facts = ({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) => (
  <Part title={title}>
    <FactList facts={facts} />
  </Part>
);

interface FactListProps {
  readonly facts: readonly Fact[];
  /** `rows`: the value beside its name. `narrow`: more columns, for short values. */
  readonly look?: 'rows' | 'narrow';
}

/** The same without a heading. */
export const FactList = ({ facts, look }: FactListProps) => (
  <dl className={classes['facts']} data-look={look}>
    {facts.map(([name, value]) => (
      <div key={name} className={classes['fact']}>
        <dt>{name}</dt>
        <dd>{value === null || value === undefined || value === '' ? NOTHING : value}</dd>
      </div>
    ))}
  </dl>
);
