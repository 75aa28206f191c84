import classes from './new-rows-pill.module.css';

interface NewRowsPillProps {
  readonly text: string;
  readonly onShow: () => void;
}

/** Rows that came in and wait above those that are shown. */
export const NewRowsPill = ({ text, onShow }: NewRowsPillProps) => (
  <button type="button" className={classes['pill']} onClick={onShow}>
    {text}
  </button>
);
