import classes from './display.module.css';

/** The drawing of a Tabler icon: its elements, all of them paths. */
type IconNode = readonly (readonly [tag: string, attributes: { readonly d: string }])[];

/** Joins the paths of an icon. Call it once, at module level. */
export const glyphOf = (icon: IconNode): string => icon.map(([, { d }]) => d).join('');

/** An icon of a row: two elements, because a page has hundreds of them. A Tabler icon has up to six. */
export const Glyph = ({ path }: { readonly path: string }) => (
  <svg className={classes['glyph']} viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
);
