"""What tells a finding from others in the next run as well, so that a platform can say what is new."""

import re
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from meshinject.reports.findings import Finding


def of(findings: Iterable[Finding]) -> list[str]:
    """A fingerprint of each finding, in their order.

    It holds code, path, workload and sentence, and no line, so that it stays when text above is edited. Where several
    findings have all of these in common they are numbered, so that no two are the same.
    """
    seen: Counter[str] = Counter()
    prints = []
    for finding in findings:
        text = re.sub(r"\bline \d+", "line", finding.text)
        known = f"{finding.code.code}\0{finding.place.path}\0{finding.workload}\0{text}"
        seen[known] += 1
        prints.append(sha256(f"{known}\0{seen[known]}".encode(errors="surrogateescape")).hexdigest())
    return prints
