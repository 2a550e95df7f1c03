# Two commands matter: `make demo` and `make test`. The others are for those who change the code.
SHELL := /bin/bash
.PHONY: demo test bench browser lint format clean setup build

setup:
	@Scripts/setup

build: setup
	swift build -c release --product plimsoll $$(Scripts/link-flags)

demo: build
	@Scripts/demo

test: setup
	swift build --build-tests
	swift test --skip-build --skip SketchServeTests
	@# Alone, since it compiles while it measures how soon changed code is in an open page.
	swift test --skip-build --filter SketchServeTests

browser: setup
	Scripts/browser

bench: setup
	@Scripts/bench

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Browser
	Scripts/browser check

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Browser

clean:
	rm -rf .build plimsoll-report
