/** Mantine's styles are in their own cascade layer, so that ours always win. */
import './base.css';
import './global.css';
