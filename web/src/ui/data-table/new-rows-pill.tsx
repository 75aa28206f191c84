import classes from './new-rows-pill.module.css';

/** Offers new rows that wait above the visible ones. */
export const NewRowsPill = ({ count, onShow }: { readonly count: number; readonly onShow: () => void }) =>
  count > 0 && (
    <button type="button" className={classes['pill']} onClick={onShow}>
      {count} new
    </button>
  );
