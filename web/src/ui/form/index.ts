// Days are native date inputs: the browser shows them in its locale (dd/mm/yyyy in India) and has a picker for touch.
// @mantine/dates with dayjs would add 17 kB (Brotli) to each screen with a filter by day.
export { applyServerErrors, FormActions, FormError, SubmitButton } from './form.tsx';
export { OwnPasswordField } from './own-password-field.tsx';
