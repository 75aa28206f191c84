import {
  createCustomPostback,
  customPostbackInput,
  getCustomPostback,
  updateCustomPostback,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { confirmOverwrite } from '#ui/conflict/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './custom-postbacks.copy.ts';
import { postbackToValues, valuesToBody, type PostbackFormValues } from './postback-form.ts';
import { differences } from './save-conflict.ts';

const words = copy.form;
type Saved = RouteAnswer<typeof createCustomPostback>;

export function announceSaved(
  { postback, unknownMacros, message }: Saved,
  onTest: (postback: CustomPostback) => void,
): void {
  const actions = [{ label: words.testNow, run: () => onTest(postback) }];
  if (unknownMacros.length > 0) {
    toast.warning(words.unknownSaved(unknownMacros.map((name) => `{${name}}`).join(', ')), { actions });
  } else {
    toast.success(message, { durationMs: 8_000, actions });
  }
}

/**
 * Adds a postback or changes `stored`. If another admin changed a field meanwhile, shows the differences and asks.
 * Returns `undefined` if the user continues editing.
 */
export async function savePostback(
  offerId: string,
  stored: CustomPostback | undefined,
  values: PostbackFormValues,
): Promise<Saved | undefined> {
  const body = customPostbackInput.parse(valuesToBody(values));
  if (stored === undefined) return api(createCustomPostback, { params: { id: offerId }, body });
  const params = { id: stored._id };
  for (let { version } = stored; ;) {
    try {
      return await api(updateCustomPostback, { params, body: { ...body, version } });
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      const { postback: theirs } = await api(getCustomPostback, { params });
      // A change of the status, which is not in the form, also makes a version.
      const isChanged = differences(postbackToValues(stored), theirs).length > 0;
      if (isChanged && !(await confirmOverwrite(copy.conflict, differences(values, theirs)))) return undefined;
      version = theirs.version;
    }
  }
}
