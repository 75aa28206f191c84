import {
  createCustomPostback,
  customPostbackInput,
  getCustomPostback,
  updateCustomPostback,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { useMutation } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { confirmOverwrite } from '#ui/conflict/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { refreshCustomPostbacks } from '../postbacks.queries.ts';
import { copy } from './custom-postbacks.copy.ts';
import { valuesToBody, type PostbackFormValues } from './postback-form.ts';
import { differences } from './save-conflict.ts';

const words = copy.form;
type Saved = RouteAnswer<typeof createCustomPostback>;

/**
 * Adds a postback or changes `stored`. If another admin saved it meanwhile, shows the differences and asks. Returns
 * `false` if the user continues editing.
 */
export function useSavePostback(
  offerId: string,
  stored: CustomPostback | undefined,
  onTest: (postback: CustomPostback) => void,
) {
  const announce = ({ postback, unknownMacros, message }: Saved): void => {
    const action = { label: words.testNow, run: () => onTest(postback) };
    if (unknownMacros.length > 0) {
      toast.warning(words.unknownSaved(unknownMacros.map((name) => `{${name}}`).join(', ')), { action });
    } else {
      toast.success(message, { durationMs: 8_000, action });
    }
  };

  return useMutation({
    mutationFn: async (values: PostbackFormValues): Promise<boolean> => {
      const body = customPostbackInput.parse(valuesToBody(values));
      if (stored === undefined) {
        announce(await api(createCustomPostback, { params: { id: offerId }, body }));
        return true;
      }
      const params = { id: stored._id };
      for (let { version } = stored; ;) {
        try {
          announce(await api(updateCustomPostback, { params, body: { ...body, version } }));
          return true;
        } catch (error) {
          if (!isVersionConflict(error)) throw error;
          const { postback: theirs } = await api(getCustomPostback, { params });
          if (!(await confirmOverwrite(copy.conflict, differences(values, theirs)))) return false;
          version = theirs.version;
        }
      }
    },
    onSettled: () => void refreshCustomPostbacks(),
  });
}
