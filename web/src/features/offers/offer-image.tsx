import { useState } from 'react';
import { apiBaseUrl } from '#lib/api.ts';
import classes from './offers.module.css';

/** Uploaded images are answered as a path of the server's own. */
export const imageSource = (image: string): string => (image.startsWith('/') ? apiBaseUrl() + image : image);

interface OfferImageProps {
  readonly image: string;
  readonly title: string;
  readonly size: 'row' | 'card' | 'preview';
}

/** An offer's picture; its first letter where there is none or it cannot be loaded. */
export function OfferImage({ image, title, size }: OfferImageProps) {
  const [broken, setBroken] = useState<string>();
  const letter = [...title.trim()][0]?.toUpperCase() ?? '?';
  return (
    <span className={classes['image']} data-size={size} aria-hidden>
      {image === '' || broken === image ? (
        <span className={classes['letter']}>{letter}</span>
      ) : (
        <img
          src={imageSource(image)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(image)}
        />
      )}
    </span>
  );
}
