// Edits a file while it arrives.

/**
 * Return a response with its content edited. Each edit is an offset in the content as it comes, how
 * many bytes are left out there, and the bytes that come in their place.
 */
export function edited({ body, headers }, edits) {
  const ahead = [...edits];
  let at = 0;
  let leftOut = 0;
  const stream = new TransformStream({
    transform(chunk, controller) {
      let rest = chunk;
      const take = (most) => {
        const taken = rest.subarray(0, most);
        rest = rest.subarray(taken.length);
        at += taken.length;
        return taken;
      };
      while (rest.length) {
        leftOut -= take(leftOut).length;
        const [next, without, put] = ahead[0] ?? [Infinity];
        const taken = take(next - at);
        if (taken.length) {
          controller.enqueue(taken);
        }
        if (at === next) {
          controller.enqueue(Uint8Array.from(put));
          leftOut = without;
          ahead.shift();
        }
      }
    },
  });
  return new Response(body.pipeThrough(stream), { headers });
}
