"""A large stream is shared out to processes and comes back in order; a small one is not."""

import os
import threading

import pytest

from meshinject import parallel
from tests.conftest import POD
from tests.inprocess import meshinject


def test_results_come_in_order_from_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1}, raising=False)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    found = parallel.each(lambda item: (item * 2, os.getpid()), range(400))
    assert [value for value, _ in found] == [item * 2 for item in range(400)]
    assert os.getpid() not in {process for _, process in found}


def test_a_few_items_stay_in_this_process() -> None:
    assert set(parallel.each(lambda _: os.getpid(), range(10))) == {os.getpid()}


def test_a_program_with_threads_is_not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert set(parallel.each(lambda _: os.getpid(), range(400))) == {os.getpid()}


def test_a_large_stream_is_what_its_documents_are_one_by_one() -> None:
    documents = [POD.replace("name: p", f"name: p{index}") for index in range(150)]
    documents[70] = "a: *nowhere\n"
    versions = ("--istio-version", "1.28.1", "--kubernetes-version", "1.33", "-q")
    failed = meshinject(*versions, stdin="---\n".join(documents).encode())
    assert (failed.code, failed.stdout) == (3, b"")
    assert failed.stderr == f"<stdin>:{70 * 5 + 1}:4: error[MI101]: unknown anchor 'nowhere' referenced\n"
    documents[70] = POD
    whole = meshinject(*versions, stdin="---\n".join(documents).encode())
    single = [meshinject(*versions, stdin=document.encode()).stdout.decode() for document in documents]
    assert whole.stdout.decode() == "---\n".join(single)
