import type { ReactNode } from 'react';
import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { Note } from '#ui/display/index.ts';
import classes from './layout.module.css';

interface StatCardProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly value: ReactNode | undefined;
  readonly caption?: ReactNode;
  /** The screen with the rows behind the number. */
  readonly to?: LinkProps['to'];
  readonly search?: Readonly<Record<string, string>>;
}

/** One number with its name, linked to its rows. */
export function StatCard({ label, value, caption, to, search }: StatCardProps) {
  const body = (
    <>
      <Note span>{label}</Note>
      <span className={classes['statValue']}>{value === undefined ? <Skeleton height={26} width="55%" /> : value}</span>
      {caption !== undefined && (
        <Text span fz="xs" c="dimmed">
          {caption}
        </Text>
      )}
    </>
  );
  if (to === undefined) return <div className={classes['stat']}>{body}</div>;
  return (
    <Link className={classes['stat']} to={to} {...(search ? { search: search as never } : {})}>
      {body}
    </Link>
  );
}

export function StatGrid({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <section className={classes['statGrid']} aria-label={label}>
      {children}
    </section>
  );
}
