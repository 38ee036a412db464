import { isValidRequestId } from "../request-id.ts";

/** The request and the trace that caused a job. They are not part of the job's payload. */
export interface JobOrigin {
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

const TRACEPARENT_PATTERN = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/**
 * Returns the text that is stored with the job. Without a trace it is only the request id: workers
 * of the previous version understand nothing else.
 */
export const serializeJobOrigin = ({ requestId, traceparent }: JobOrigin): string | undefined =>
  traceparent === undefined ? requestId : `${requestId ?? ""} ${traceparent}`;

export const parseJobOrigin = (text = ""): JobOrigin => {
  const [requestId = "", traceparent = ""] = text.split(" ");
  return {
    ...(isValidRequestId(requestId) && { requestId }),
    ...(TRACEPARENT_PATTERN.test(traceparent) && { traceparent }),
  };
};
