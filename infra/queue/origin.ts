import { isRequestId } from "../request-id.ts";

/** The request and trace that caused a job. Not part of its payload. */
export interface Origin {
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/**
 * Text stored with the job. Workers of the previous version accept only a request id and ignore any
 * other text.
 */
export const writeOrigin = ({ requestId, traceparent }: Origin): string | undefined =>
  traceparent === undefined ? requestId : `${requestId ?? ""} ${traceparent}`;

export const readOrigin = (text = ""): Origin => {
  const [requestId = "", traceparent = ""] = text.split(" ");
  return {
    ...(isRequestId(requestId) && { requestId }),
    ...(TRACEPARENT.test(traceparent) && { traceparent }),
  };
};
