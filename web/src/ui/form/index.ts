export { CodeField } from './code-field.tsx';
export { FieldGrid } from './field-grid.tsx';
export { applyServerErrors, Fields, FormActions, FormError, SubmitButton } from './form.tsx';
export { useSubmit } from './use-submit.ts';
export { WindowForm } from './window-form.tsx';
