import { ApiError, GENERAL_MESSAGES } from '@ledgergraph/dashboard-api/api-error';
import { reach, secondsOf } from '@ledgergraph/dashboard-api/request';
import { type DownloadForm, exportOf } from './export-request.ts';

const CUT = 'The file was cut off before its end. Please try again, or a shorter time.';

/** Returns the file's name. @throws ApiError */
export async function saveExport({ form, key }: { form: DownloadForm; key: string }): Promise<string> {
  const { path, accept } = exportOf(form);
  const response = await reach(path, { credentials: 'omit', headers: { authorization: `Bearer ${key}`, accept } });
  if (!response.ok) throw await refusalOf(response);
  const file = await response.blob().catch(() => {
    throw new ApiError('UNAVAILABLE', CUT);
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'statement';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return name;
}

/** The refusal concerns the key and not the session, which goes on. */
async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as { errors?: { message?: unknown }[] } | null;
  const code = response.status >= 500 ? 'UNAVAILABLE' : 'INVALID_INPUT';
  const message = body?.errors?.[0]?.message;
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  return new ApiError(code, typeof message === 'string' ? message : GENERAL_MESSAGES[code], { retryAfter });
}
