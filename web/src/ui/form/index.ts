export { CodeField } from './code-field.tsx';
export { FieldGrid } from './field-grid.tsx';
export { applyServerErrors, Fields, FormError, SubmitButton } from './form.tsx';
export { useSubmit } from './use-submit.ts';
export { WindowFoot } from './window-foot.tsx';
export { WindowForm } from './window-form.tsx';
