// Each icon is imported from its own file, because the package's index has 5,900. These files have no types.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export default icon;
  export const __iconNode: readonly (readonly [tag: string, attributes: { readonly d: string }])[];
}
