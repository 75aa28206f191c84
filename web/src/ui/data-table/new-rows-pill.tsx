import classes from './new-rows-pill.module.css';

interface NewRowsPillProps {
  readonly text: string;
  readonly onShow: () => void;
}

/** Offers new rows that wait above the visible ones. */
export const NewRowsPill = ({ text, onShow }: NewRowsPillProps) => (
  <button type="button" className={classes['pill']} onClick={onShow}>
    {text}
  </button>
);
