import { Link } from '@tanstack/react-router';
import { useSystemName } from '#lib/system-name.ts';
import classes from './shell.module.css';

/** The product's name, linked to the dashboard. */
export function Brand() {
  return (
    <Link to="/" activeOptions={{ exact: true }} className={classes['brand']}>
      <img src="/icon.svg" alt="" width={24} height={24} />
      <span>{useSystemName()}</span>
    </Link>
  );
}
