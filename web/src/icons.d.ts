// Icons are taken one by one (the package's front door has 5,900), and the single files carry no types of their own.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export default icon;
  export const __iconNode: readonly (readonly [tag: string, attributes: { readonly d: string }])[];
}
