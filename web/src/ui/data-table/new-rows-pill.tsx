import classes from './new-rows-pill.module.css';

interface NewRowsPillProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Offers new rows that wait above the visible ones. */
export const NewRowsPill = ({ count, onShow }: NewRowsPillProps) =>
  count > 0 && (
    <button type="button" className={classes['pill']} onClick={onShow}>
      {count} new
    </button>
  );
