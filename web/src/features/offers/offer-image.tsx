import { useState } from 'react';
import { apiBaseUrl } from '#lib/api.ts';
import classes from './offers.module.css';

/** The server returns an uploaded image as a path on the server. */
const imageSource = (image: string): string => (image.startsWith('/') ? apiBaseUrl() + image : image);

interface OfferImageProps {
  readonly image: string;
  readonly title: string;
  readonly size: 'row' | 'card' | 'preview';
}

/** An offer's image, or its first letter if the image is missing or fails to load. */
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
