import { forgotPassword, login, resendOtp, resetPasswordUnread, verifyOtp } from '@muneem/contract/auth';
import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const loginMutation = () =>
  mutationOptions({ mutationFn: (body: { email: string; password: string }) => api(login, { body }) });

export const verifyOtpMutation = () =>
  mutationOptions({
    mutationFn: (body: { email: string; otp: string; remember: boolean }) => api(verifyOtp, { body }),
  });

export const resendOtpMutation = () =>
  mutationOptions({ mutationFn: (email: string) => api(resendOtp, { body: { email } }) });

export const forgotPasswordMutation = () =>
  mutationOptions({ mutationFn: (email: string) => api(forgotPassword, { body: { email } }) });

export const resetPasswordMutation = () =>
  mutationOptions({ mutationFn: (body: { token: string; newPassword: string }) => api(resetPasswordUnread, { body }) });
