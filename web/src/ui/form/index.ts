export { applyServerErrors, FormActions, FormError, SubmitButton } from './form.tsx';
