import { Link } from '@tanstack/react-router';
import { useSystemName } from '#lib/system-name.ts';
import classes from './shell.module.css';

export function Brand() {
  return (
    <Link to="/" activeOptions={{ exact: true }} className={classes['brand']}>
      <Icon />
      <span>{useSystemName()}</span>
    </Link>
  );
}

/** public/icon.svg. An image file would be one more request before the first paint. */
const Icon = () => (
  <svg viewBox="0 0 64 64" width={24} height={24} aria-hidden>
    <rect width="64" height="64" rx="14" fill="#3e3ca3" />
    <path d="M17 16h27a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H17z" fill="#fff" />
    <path d="M17 16h5v32h-5z" fill="#c6caff" />
    <path d="M28 25h14M28 32h14M28 39h8" stroke="#3e3ca3" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
