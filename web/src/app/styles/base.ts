/** Mantine's styles are in a cascade layer of their own, so that ours always win. */
import './base.css';
import './global.css';
import './theme.css';
